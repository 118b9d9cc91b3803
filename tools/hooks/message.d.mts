export function problemsOfMessage(message: string): string[];
