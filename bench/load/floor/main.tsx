/** Lower bound of a page load: React and a single table row, from the same server. */
import { createRoot } from "react-dom/client";

createRoot(document.getElementById("root")!).render(
  <table>
    <tbody>
      <tr data-id="1">
        <td>1</td>
      </tr>
    </tbody>
  </table>,
);
