/** `vn/…`: the numbers that an account rents, and what calls to them do. */
import type { Command } from '../command.ts';
import { setCallForward } from './call-forward.ts';
import { listOwnCalls } from './list-calls.ts';
import { listFreeNumbers, listOwnNumbers } from './list-numbers.ts';
import { giveBack, rent } from './rent.ts';
import type { VirtualNumberPorts } from './virtual-number-ports.ts';
import { voicemailCommands } from './voicemails.ts';

export function virtualNumberCommands(ports: VirtualNumberPorts): readonly Command[] {
  const base = 'sms';
  return [
    {
      path: '/v1/vn/callforward',
      base,
      scope: 'numbers',
      methods: ['POST'],
      // The interface's section 5: on this command a missing key is 10.
      keyMissing: 'callforward key is missing',
      run: setCallForward(ports),
    },
    {
      path: '/v1/vn/list',
      base,
      scope: 'read',
      methods: ['GET', 'POST'],
      run: listOwnNumbers(ports),
    },
    {
      path: '/v1/vn/available',
      base,
      scope: 'read',
      methods: ['GET', 'POST'],
      run: listFreeNumbers(ports),
    },
    {
      path: '/v1/vn/calls',
      base,
      scope: 'read',
      methods: ['GET', 'POST'],
      run: listOwnCalls(ports),
    },
    { path: '/v1/vn/rent', base, scope: 'numbers', methods: ['POST'], run: rent(ports) },
    {
      path: '/v1/vn/release',
      base,
      scope: 'numbers',
      methods: ['POST', 'DELETE'],
      run: giveBack(ports),
    },
    ...voicemailCommands(ports),
  ];
}
