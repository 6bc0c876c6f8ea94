/** Why contacts of a campaign are skipped, or why it has paused, in words. */
import type { campaignTexts } from '../../texts/campaigns.ts';
import { fill } from '../../texts/texts.ts';

type Texts = (typeof campaignTexts)['en'];

const keys: Readonly<Record<string, keyof Texts & `why_${string}`>> = {
  stopped: 'why_stopped',
  'no price': 'why_price',
  'no operator': 'why_operator',
  'country is closed': 'why_country',
  'number is costly': 'why_costly',
  'price is above the ceiling': 'why_ceiling',
  'text is too long': 'why_long',
  'text is empty': 'why_empty',
  'left out': 'why_left',
  'simulator is off': 'why_simulator',
  'balance is too low': 'why_balance',
  'cost limit': 'why_cost',
  'account is not active': 'why_account',
  'sender is not allowed': 'why_sender',
  'there is no short number': 'why_short',
  'limit is reached': 'why_limit',
  'too much is spent': 'why_limit',
};

export function reasonText(code: string, texts: Texts): string {
  return fill(texts[keys[code] ?? 'why_other'], { code });
}

const fixes: Readonly<Record<string, keyof Texts & `fix_${string}`>> = {
  'simulator is off': 'fix_simulator',
  'balance is too low': 'fix_balance',
  'cost limit': 'fix_cost',
  'account is not active': 'fix_account',
  'sender is not allowed': 'fix_sender',
  'there is no short number': 'fix_short',
  'limit is reached': 'fix_limit',
  'too much is spent': 'fix_limit',
};

/** What to do about a pause. */
export function fixText(code: string, texts: Texts): string {
  return texts[fixes[code] ?? 'fix_other'];
}
