/** The pages of a product, as links; the one that is open is marked. */
import { Link } from '@tanstack/react-router';
import { Icon } from '../components/icon.tsx';
import type { PageRoute, Product } from '../routes/page-route.ts';
import { consolePages, pagesOfAccounts } from '../routes/routes.ts';
import { commonTexts } from '../texts/common.ts';
import { navigationTexts } from '../texts/navigation.ts';
import classes from './menu.module.css';
import { type OwnAccount, useMe, useMode } from './session.tsx';
import { useTexts } from './use-texts.tsx';

type MenuProps = {
  readonly product: Product;
  readonly accountId: number | undefined;
  readonly onGo: () => void;
};

const groups = [undefined, 'tools', 'shared'] as const;

export function Menu({ product, accountId, onGo }: MenuProps) {
  const texts = useTexts(navigationTexts);
  const common = useTexts(commonTexts);
  const pages = usePagesIn(product, accountId);
  return (
    <nav aria-label={common.menu} className={classes['menu']}>
      {groups.map((group) => {
        const shown = pages.filter(({ menu }) => menu?.group === group);
        if (shown.length === 0) return null;
        return (
          <div key={group ?? 'first'} className={classes['group']}>
            {group === undefined ? null : <div className={classes['heading']}>{texts[group]}</div>}
            {shown.map((page) => (
              <Entry key={page.path} page={page} accountId={accountId} onGo={onGo} />
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** Those with a place in the menu of a product, and for the reader's role in the account. */
export function usePagesIn(product: Product, accountId: number | undefined): readonly PageRoute[] {
  const { data: me } = useMe();
  const { mode } = useMode();
  const pages = pagesIn(
    product,
    me?.accounts.find(({ id }) => id === accountId),
  );
  return pages.filter(({ menu }) => mode === 'test' || menu?.isTestOnly !== true);
}

export function pagesIn(product: Product, account: OwnAccount | undefined): readonly PageRoute[] {
  if (product === 'console') return consolePages.filter(({ menu }) => menu !== undefined);
  const may = account?.may ?? [];
  return pagesOfAccounts.filter(
    ({ menu, needs }) =>
      (menu?.product === product || menu?.product === 'both') &&
      (needs === undefined || may.includes(needs)),
  );
}

export function addressOf(page: PageRoute, accountId: number | undefined): string {
  return page.menu?.product === 'console' ? `/console${page.path}` : `/${accountId}${page.path}`;
}

function Entry({
  page,
  accountId,
  onGo,
}: Pick<MenuProps, 'accountId' | 'onGo'> & { readonly page: PageRoute }) {
  const texts = useTexts(navigationTexts);
  const { menu } = page;
  if (menu === undefined) return null;
  return (
    <Link
      to={addressOf(page, accountId)}
      className={classes['entry'] ?? ''}
      activeProps={{ 'data-active': true }}
      onClick={onGo}
    >
      <Icon name={menu.icon} />
      {texts[menu.name]}
    </Link>
  );
}
