/** Maximum size of an upload in bytes. Source: specification 9 (10M, read as MiB). */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
export const QUOTA_BYTES = 500 * 1024 * 1024;
export const QUOTA_FILES = 2_000;
