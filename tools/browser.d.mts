export function findBrowser(options?: { whole?: boolean }): string;
export function ensureChineseFont(): void;
export function installWithApt(...packages: string[]): boolean;
