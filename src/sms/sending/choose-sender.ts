/**
 * Which sender the phones show: the word or the number that the request names, else the account's short
 * number, else with `isStopSms` the installation's, else the operator's own.
 */

import type { OwnNumber } from '#model/own-number.ts';
import type { Directory } from '#sms/directory.ts';
import type { NumberDirectory } from '#sms/numbers/number-directory.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { isTest, type Refused, refused } from './judgement.ts';

export type SenderPorts = {
  readonly directory: () => Directory;
  readonly numbers: () => NumberDirectory;
};

export type ChosenSender =
  | {
      readonly ok: true;
      /** Empty: the operator's default. */
      readonly sender: string;
      /** Where phones can answer STOP, if they can at all. */
      readonly stopNumber: string | undefined;
    }
  | Refused;

export function chooseSender(request: SendRequest, ports: SenderPorts): ChosenSender {
  const { sender, caller } = request;
  const accountId = caller.account.id;
  const numbers = ports.numbers();
  const short = numbers.shortNumberOf(accountId);
  const usable = short && maySend(short, request, ports) ? short.digits : undefined;
  if (sender === undefined) {
    const stopNumber = usable ?? (request.saysStop ? sharedNumber(request, ports) : undefined);
    return { ok: true, sender: stopNumber ?? '', stopNumber };
  }
  if (!/^\d+$/.test(sender)) return { ok: true, sender, stopNumber: usable };
  // First as it is written: a short number may have the digits of one at home.
  const number = [sender, request.senderAtHome]
    .flatMap((digits) => (digits === undefined ? [] : (numbers.find(digits) ?? [])))
    .find((found) => maySend(found, request, ports));
  return number
    ? { ok: true, sender: number.digits, stopNumber: number.digits }
    : refused({ why: 'sender is not allowed', sender });
}

/**
 * The installation's own short number, for an account that has none: who sent from it last to a phone gets its STOP.
 * So it is the sender as well, and behind a word nobody would know whose STOP it is.
 */
function sharedNumber(request: SendRequest, ports: SenderPorts): string | undefined {
  const shared = ports.numbers().sharedShortNumbers();
  return shared.find((number) => isReachable(number, request, ports))?.digits;
}

function maySend(number: OwnNumber, request: SendRequest, ports: SenderPorts): boolean {
  const isAllowed = ports.numbers().maySendFrom(request.caller.account.id, number);
  return isAllowed && isReachable(number, request, ports);
}

/** A number of the built-in operator is no live one: nobody could answer it. */
function isReachable({ operatorId }: OwnNumber, request: SendRequest, ports: SenderPorts): boolean {
  const isSimulated = operatorId !== null && operatorId === ports.directory().builtIn?.id;
  return isTest(request) || !isSimulated;
}
