/** Table of the simulation's state: its clock and market. */
export const sandboxTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS sandbox_state (name text NOT NULL PRIMARY KEY, value text NOT NULL)`,
];
