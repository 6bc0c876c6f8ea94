/** RFC 4648 §6 in lower case and without padding: octets as text that may stand in an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const characterBits = 5;
const octetBits = 8;

export function writeBase32(octets: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const octet of octets) {
    held = (held << octetBits) | octet;
    heldBits += octetBits;
    while (heldBits >= characterBits) {
      heldBits -= characterBits;
      text += alphabet.charAt((held >>> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  if (heldBits > 0) text += alphabet.charAt((held << (characterBits - heldBits)) & 31);
  return text;
}

/** Undefined for what `writeBase32` does not write; one text alone stands for some octets. */
export function readBase32(text: string): Buffer | undefined {
  const octets: number[] = [];
  let held = 0;
  let heldBits = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value === -1) return undefined;
    held = (held << characterBits) | value;
    heldBits += characterBits;
    if (heldBits < octetBits) continue;
    heldBits -= octetBits;
    octets.push(held >>> heldBits);
    held &= (1 << heldBits) - 1;
  }
  // The bits that are left over are zero, and fewer than a character.
  return held === 0 && heldBits < characterBits ? Buffer.from(octets) : undefined;
}
