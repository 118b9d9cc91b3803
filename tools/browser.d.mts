export function findBrowser(options?: { whole?: boolean }): string;
export function ensureChineseFont(): void;
