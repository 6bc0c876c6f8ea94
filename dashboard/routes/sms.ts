/** The pages of the SMS product. */
import type { PageRoute } from './page-route.ts';

export const smsPages: readonly PageRoute[] = [];
