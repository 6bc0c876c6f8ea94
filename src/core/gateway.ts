/** Other gateways whose HTTP interface can be served. */
export const gateways = ['kannel', 'jasmin'] as const;

export type Gateway = (typeof gateways)[number];

export function isGateway(word: string): word is Gateway {
  return gateways.some((gateway) => gateway === word);
}
