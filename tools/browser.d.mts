export function findBrowser(): string;
export function ensureChineseFont(): void;
