/** Every full check at once, for the server and tests: `import "…/kinds/full.ts"`. */
import "./iban/full.ts";
import "./phone/full.ts";
