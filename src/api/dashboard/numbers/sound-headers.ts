/** What stands above a sound: whatever is in it, no page takes it for more. */
import { pageHeaders } from '#api/http/surface-headers.ts';

export const soundHeaders = pageHeaders("default-src 'none'; sandbox; frame-ancestors 'none'");
