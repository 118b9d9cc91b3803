/** The pages of the clinic. */
import { startApp } from "@portolan/engine/app";
import { CalendarDays, KeyRound, ReceiptText, Stethoscope, UserRound, Users } from "lucide-react";
import "./colours.css";
import { settings } from "./settings.ts";

await startApp({
  settings,
  home: "/appointments",
  logo: ({ size = 28 }) => <Stethoscope size={size} aria-hidden />,
  texts: { "./en/shell.json": async () => ({ brand: "Clinic", "account.title": "Account" }) },
  inside: async () => ({
    icons: { calendar: CalendarDays, people: Users, receipt: ReceiptText },
    account: [
      { text: "account.title", icon: UserRound, to: "/account" },
      { text: "dialog.changePassword", icon: KeyRound, call: "changePassword" },
    ],
  }),
});
