/** An operator that is added on the pages. */
import type { PageWorld } from './page-world.ts';

/** Where it is, as a form says it. */
export const operatorLink = {
  host: '127.0.0.1',
  port: 2775,
  tls: false,
  systemId: 'us',
  password: 'hunter2',
  bind: 'trx',
};

export async function addOperator(world: PageWorld, binds = 1): Promise<void> {
  const limits = { binds, window: 10, ratePerSecond: null };
  await world.post('/api/operations/operator-add', { name: 'acme', ...operatorLink, ...limits });
}
