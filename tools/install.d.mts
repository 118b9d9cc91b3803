export const root: string;
export function run(command: string, args: readonly string[], env?: Record<string, string>): void;
export function npmCli(env?: Record<string, string | undefined>): string;
export function install(): boolean;
