/** SMS, Email, and for administrators the console: three sets of pages in one application. */
import { Link } from '@tanstack/react-router';
import type { Product } from '../routes/page-route.ts';
import { commonTexts } from '../texts/common.ts';
import { addressOf, pagesIn } from './menu.tsx';
import classes from './product-switch.module.css';
import type { Me, OwnAccount } from './session.tsx';
import { useTexts } from './use-texts.tsx';

type SwitchProps = {
  readonly product: Product;
  readonly accountId: number | undefined;
  readonly me: Me;
};

export function ProductSwitch({ product, accountId, me }: SwitchProps) {
  const texts = useTexts(commonTexts);
  const products: readonly Product[] = me.user.isAdministrator
    ? ['sms', 'email', 'console']
    : ['sms', 'email'];
  const account = me.accounts.find(({ id }) => id === accountId);
  const shown = products.filter((one) => firstOf(one, account) !== undefined);
  if (shown.length < 2) return null;
  return (
    <nav aria-label={texts.products} className={classes['switch']}>
      {shown.map((one) => (
        <Link
          key={one}
          to={firstOf(one, account) ?? '/'}
          className={classes['one'] ?? ''}
          data-chosen={one === product || undefined}
          aria-current={one === product ? 'true' : undefined}
        >
          {texts[one]}
        </Link>
      ))}
    </nav>
  );
}

/** Its first page of its own; what both products share leads to neither. */
function firstOf(product: Product, account: OwnAccount | undefined): string | undefined {
  const own = pagesIn(product, account).find(({ menu }) => menu?.product === product);
  return own && addressOf(own, account?.id);
}
