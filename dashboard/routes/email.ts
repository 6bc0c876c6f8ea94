/** The pages of the email product. */
import type { PageRoute } from './page-route.ts';

export const emailPages: readonly PageRoute[] = [];
