/** A built-in phone in somebody's hand: one call to a number of the account, spoken from a page. */
import { define } from '../definition.ts';
import { inAccount } from '../schemas.ts';

export const openPhoneLine = define({
  method: 'GET',
  path: '/api/accounts/{account}/phone-line',
  needs: 'send',
  summary:
    'A WebSocket for one call of a built-in phone to a number of the account: orders and events as JSON, sound as frames of PCM, 16 bit little-endian, 8 kHz. Only pages of this installation may open it.',
  params: inAccount,
});
