/** `simulator call`: a built-in phone in the hands of a page, for one call to a number of the account. */
import { operation, refuse } from '#core/operation.ts';
import { SocketAnswer, socketAnswer } from '#core/socket-answer.ts';
import type { PhoneLines } from './phone-lines.ts';

type LinePorts = {
  /** Undefined where this process has no phones. */
  readonly phoneLines: Pick<PhoneLines, 'open'> | undefined;
};

export const callByPhone = operation({
  name: 'simulator call',
  does: 'reads',
  needs: 'send',
  output: socketAnswer,
  refusals: ['nothing is there'],
  async run({ phoneLines }: LinePorts, _, { accountId }) {
    if (phoneLines === undefined) return refuse('nothing is there');
    return new SocketAnswer((socket, mayGoOn) => phoneLines.open(accountId, socket, mayGoOn));
  },
});
