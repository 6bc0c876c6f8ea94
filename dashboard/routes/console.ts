/** The pages of those who run the installation, below /console. */
import type { PageRoute } from './page-route.ts';

export const consolePages: readonly PageRoute[] = [];
