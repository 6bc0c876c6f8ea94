/** Ids of submitted parts, in the one form under which an operator's responses and receipts meet. */

export type ReceiptIdRules = {
  /** Which side writes the same number in hexadecimal, if any. */
  readonly receiptId: 'asIs' | 'hexInResponse' | 'hexInReceipt';
  readonly stripZeros: boolean;
  readonly ignoreCase: boolean;
};

/** SMPP 3.4 §5.2.23: 65 octets with the NUL. What is longer stays text. */
const idCharactersMax = 64;

/**
 * An id stays the text it is unless the operator's settings say otherwise: "10" and "16" may be two
 * messages. Where one side is hexadecimal both become decimal, with BigInt: ids of 30 digits exist.
 */
export function normaliseId(
  id: string,
  side: 'response' | 'receipt',
  rules: ReceiptIdRules,
): string {
  const number = readNumber(id, side, rules.receiptId);
  if (number !== undefined) return number.toString();
  const stripped = rules.stripZeros ? id.replace(/^0+(?=.)/, '') : id;
  return rules.ignoreCase ? stripped.toLowerCase() : stripped;
}

/** Undefined where numbers play no part, or where this id is none. */
function readNumber(
  id: string,
  side: 'response' | 'receipt',
  receiptId: ReceiptIdRules['receiptId'],
): bigint | undefined {
  if (receiptId === 'asIs' || id.length > idCharactersMax) return undefined;
  const inHex = (receiptId === 'hexInResponse') === (side === 'response');
  if (inHex) return /^[0-9a-f]+$/i.test(id) ? BigInt(`0x${id}`) : undefined;
  return /^[0-9]+$/.test(id) ? BigInt(id) : undefined;
}
