/** Webhooks, and the inspector. */
import type { PageRoute } from './page-route.ts';

export const webhooksPages: readonly PageRoute[] = [];
