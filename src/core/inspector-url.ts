/**
 * The URL of an endpoint that is the program's own inspector. It is a name and no address: what stands
 * behind it is known inside the process alone, so the guard of outbound addresses has no hole for it.
 */
export const inspectorUrl = 'parley:inspector';
