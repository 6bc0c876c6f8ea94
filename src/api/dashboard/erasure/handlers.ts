/** Answers the page on which an owner erases a person. */

import * as erasing from '#accounts/erasing.ts';
import { type ErasurePorts, readEmailSubject, type WrittenSubject } from '#accounts/erasing.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { give, type Handled, type Handler, handle } from '../handler.ts';
import { erasePerson, previewErasure } from './definitions.ts';

export type ErasurePagePorts = CallerPorts & {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly erasing: ErasurePorts;
};

/** Each goes through whole tables. */
const atOnceMax = 2;

export function erasureHandlers(ports: ErasurePagePorts): readonly Handler[] {
  const { clock, erasing: erasingPorts } = ports;
  let underWay = 0;
  const oneOfFew = async <Value>(work: () => Promise<Handled<Value>>): Promise<Handled<Value>> => {
    if (underWay >= atOnceMax) return refuse('service is unavailable', { retryAfterS: 10 });
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  return [
    handle(previewErasure, ({ accountId, body }) =>
      oneOfFew(async () => {
        const read = await readWho(body.who, accountId, ports);
        if ('ok' in read) return read;
        const preview = await erasing.previewErasure({ who: read, accountId }, erasingPorts);
        return give({ who: shown(read), ...preview });
      }),
    ),
    handle(erasePerson, (call) =>
      oneOfFew(async () => {
        const { accountId, body } = call;
        const read = await readWho(body.who, accountId, ports);
        if ('ok' in read) return read;
        const author = authorOf(call, clock);
        return give(await erasing.erasePerson({ who: read, accountId }, author, erasingPorts));
      }),
    ),
  ];
}

async function readWho(
  text: string,
  accountId: number,
  ports: ErasurePagePorts,
): Promise<WrittenSubject | Refusal> {
  if (text.includes('@')) {
    return parseEmailAddress(text) === undefined ? wrong() : readEmailSubject(text);
  }
  const { homeCountry } = await findAccount(ports, accountId);
  const phone = parsePhoneNumber(text, homeCountry);
  return phone === undefined ? wrong() : { kind: 'phone', phone };
}

function wrong(): Refusal {
  const details = { name: 'who', reason: 'must be a phone or an email address' };
  return refuse('field has a wrong value', { field: 'who', details });
}

function shown(who: WrittenSubject): string {
  return who.kind === 'phone' ? formatPhone(who.phone) : who.address;
}
