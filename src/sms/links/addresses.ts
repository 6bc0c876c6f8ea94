/** Senders and recipients as a submit says them: digits or letters with their type of number and plan. */
import { isShortNumber } from '#model/short-number.ts';
import type { OperatorSettings, TonNpi } from '#sms/operator.ts';
import type { Address } from '#sms/smpp/pdu.ts';
import { septetsOf, writeGsm } from '#sms/text/gsm.ts';

const nobody: Address = { ton: 0, npi: 0, address: '' };

export function address(tonNpi: TonNpi, text: string): Address {
  const slash = tonNpi.indexOf('/');
  return {
    ton: Number(tonNpi.slice(0, slash)),
    npi: Number(tonNpi.slice(slash + 1)),
    address: text,
  };
}

/** An empty sender is the operator's default; where that is empty too, the operator sets one. */
export function senderAddress(sender: string, settings: OperatorSettings): Address {
  const shown = sender === '' ? settings.defaultSender : sender;
  if (shown === '') return nobody;
  if (!/^\+?\d+$/.test(shown)) return address(settings.wordSenderTonNpi, letters(shown, settings));
  const digits = shown.replace('+', '');
  const tonNpi = isShortNumber(digits) ? settings.shortSenderTonNpi : settings.longSenderTonNpi;
  return address(tonNpi, digits);
}

/** A C-octet string holds an octet for each character: here a septet, as the radio will carry it. */
function letters(word: string, { senderAlphabet }: OperatorSettings): string {
  const septets = senderAlphabet === 'gsm7' ? septetsOf(word) : undefined;
  if (septets === undefined) return word;
  const octets = Buffer.allocUnsafe(septets);
  writeGsm(word, octets, 0);
  return octets.toString('latin1');
}
