/** `lookup`: what a phone number says of itself. Nothing is asked of any network. */
import { Fields } from '#api/parameters/fields.ts';
import { succeed } from '#api/reply.ts';
import { describePhone } from '#core/phone-description.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Run } from './command.ts';
import { readPhoneTexts } from './phone-list.ts';

export type LookUpPorts = {
  /** MCC and MNC of the network whose range a number is of; undefined where nobody imported it. */
  readonly networkOf: (phone: PhoneNumber) => string | undefined;
};

/** Each is answered for itself, in the order in which they were written. */
export const lookUp =
  (ports: LookUpPorts): Run =>
  async (call) => {
    const fields = new Fields(call.parameters);
    const texts = readPhoneTexts(fields);
    if (fields.refusal !== undefined) return fields.refusal;
    const { homeCountry } = call.caller.account;
    return succeed({ lookup: texts.map((request) => describeNumber(request, homeCountry, ports)) });
  };

/** What is no number is told as it was asked. */
export function describeNumber(request: string, homeCountry: string, { networkOf }: LookUpPorts) {
  const found = describePhone(request, homeCountry);
  if (found === undefined) return { request, success: false };
  const { country, callingCode, phone, type, formats } = found;
  return {
    request,
    success: true,
    countryCode: country,
    prefixCode: Number(callingCode),
    phoneNumber: `+${phone}`,
    type,
    // Numbers keep their range when their owner changes network: only a paid query would know that.
    network: networkOf(phone) ?? '',
    format: formats,
  };
}
