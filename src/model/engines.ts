/** The engines that work on lanes, and how far what they owe is counted. */

/** Names of lanes begin with these. */
export const engineNames = ['sms', 'mail', 'webhook', 'customer'] as const;

/** More is shown as "or more": who looks wants to know whether it is much. */
export const owedMax = 100_000;

/** The same of one endpoint: a page shows many. */
export const owedByEndpointMax = 10_000;

/** Lanes that one read finds: mail has one for each site and account. */
export const lanePageMax = 256;
