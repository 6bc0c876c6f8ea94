/** `vn/…`: the numbers that an account rents, and what calls to them do. */
import { type Command, command } from '../command.ts';
import { setCallForward } from './call-forward.ts';
import { listOwnCalls } from './list-calls.ts';
import { listFreeNumbers, listOwnNumbers } from './list-numbers.ts';
import { giveBack, rent } from './rent.ts';
import type { VirtualNumberPorts } from './virtual-number-ports.ts';
import { voicemailCommands } from './voicemails.ts';

export function virtualNumberCommands(ports: VirtualNumberPorts): readonly Command[] {
  return [
    command('POST /v1/vn/callforward', {
      scope: 'numbers',
      // The interface's section 5: on this command a missing key is 10.
      keyMissing: 'callforward key is missing',
      run: setCallForward(ports),
    }),
    command('GET POST /v1/vn/list', { scope: 'read', run: listOwnNumbers(ports) }),
    command('GET POST /v1/vn/available', { scope: 'read', run: listFreeNumbers(ports) }),
    command('GET POST /v1/vn/calls', { scope: 'read', run: listOwnCalls(ports) }),
    command('POST /v1/vn/rent', { scope: 'numbers', run: rent(ports) }),
    command('POST DELETE /v1/vn/release', { scope: 'numbers', run: giveBack(ports) }),
    ...voicemailCommands(ports),
  ];
}
