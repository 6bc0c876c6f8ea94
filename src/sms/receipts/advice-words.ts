/** Receipt-id settings as commands take them. */
import type { ReceiptIdRules } from './receipt-id.ts';

/** Such as `--receipt-id hexInResponse --strip-zeros off`: the settings that differ from those of now. */
export function adviceOptions(advised: ReceiptIdRules, current: ReceiptIdRules): string {
  return [
    advised.receiptId === current.receiptId ? '' : `--receipt-id ${advised.receiptId}`,
    advised.stripZeros === current.stripZeros ? '' : `--strip-zeros ${onOff(advised.stripZeros)}`,
    advised.ignoreCase === current.ignoreCase ? '' : `--ignore-case ${onOff(advised.ignoreCase)}`,
  ]
    .filter((option) => option !== '')
    .join(' ');
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
