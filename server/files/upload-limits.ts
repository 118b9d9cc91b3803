/** Maximum total size of the files of a tenant, in bytes. */
export const QUOTA_BYTES = 500 * 1024 * 1024;
/** Maximum number of files of a tenant. */
export const QUOTA_FILES = 2_000;
