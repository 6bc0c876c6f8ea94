/**
 * How a report's URL is asked where that is not the interface's POST of JSON: as another gateway asks
 * the pages that were written for it. What a form carries stands behind the # of the event's URL.
 */
export const callbackForms = ['kannel', 'jasmin_get', 'jasmin_post'] as const;

export type CallbackForm = (typeof callbackForms)[number];
