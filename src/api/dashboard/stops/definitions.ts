/** The STOP list as a file. */
import { define } from '../definition.ts';
import { inAccount } from '../schemas.ts';

export const exportStops = define({
  method: 'GET',
  path: '/api/accounts/{account}/stops.csv',
  needs: 'read contents',
  fresh: true,
  summary: 'The STOP list as a CSV file.',
  params: inAccount,
});
