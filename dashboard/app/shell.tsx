/** The frame of signed-in pages: the menu on the left, account and person above, the page within. */
import { Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import type { Product } from '../routes/page-route.ts';
import { commonTexts } from '../texts/common.ts';
import { AccountMenu } from './account-menu.tsx';
import { writeChoice } from './choices.ts';
import { Keyboard, type OpenDialog } from './keyboard.tsx';
import { Menu } from './menu.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PlainHttpBanner } from './plain-http-banner.tsx';
import { ProductSwitch } from './product-switch.tsx';
import type { Me } from './session.tsx';
import { SessionEnd } from './session-end.tsx';
import classes from './shell.module.css';
import { useTexts } from './use-texts.tsx';
import { ViewBanner } from './view-banner.tsx';

type ShellProps = { readonly me: Me; readonly accountId?: number; readonly isConsole?: boolean };

export function Shell({ me, accountId, isConsole = false }: ShellProps) {
  const texts = useTexts(commonTexts);
  const { pathname } = useLocation();
  const [isOpen, drawer] = useDisclosure(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  // Until the page is there its address is that of the one before, whose heading still stands.
  const arrived = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  const page = useFocusOnHeading(arrived);
  useEffect(() => {
    if (accountId !== undefined) writeChoice('account', String(accountId));
  }, [accountId]);
  const shown = accountId ?? me.accounts[0]?.id;
  const product: Product = isConsole ? 'console' : productOf(pathname);
  const menu = (
    <>
      <ProductSwitch product={product} accountId={shown} me={me} />
      <Menu product={product} accountId={shown} onGo={drawer.close} />
    </>
  );
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#page">
        {texts.skip}
      </a>
      <aside className={classes['side']}>
        <Brand />
        {menu}
      </aside>
      <header className={classes['top']}>
        <span className={classes['burger']}>
          <Burger opened={isOpen} onClick={drawer.toggle} size="sm" aria-label={texts.menu} />
        </span>
        {isConsole ? null : <AccountMenu me={me} accountId={shown} />}
        <span className={classes['gap']} />
        <IconButton
          isLarge
          label={texts.search}
          icon="search"
          onClick={() => setDialog('search')}
        />
        <span className={classes['wide']}>
          <IconButton isLarge label={texts.help} icon="help" onClick={() => setDialog('help')} />
        </span>
        {isConsole || accountId === undefined ? null : <ModeSwitch />}
        <PersonMenu me={me} />
      </header>
      <main id="page" className={classes['page']} ref={page} tabIndex={-1}>
        <PlainHttpBanner />
        <ViewBanner me={me} />
        <Outlet />
      </main>
      <Keyboard product={product} accountId={shown} open={dialog} onOpen={setDialog} />
      <SessionEnd idleMs={me.session.idleMs} endsInMs={me.session.endsInMs} />
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        size={272}
        padding="sm"
        title={<Brand />}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {menu}
      </Drawer>
    </div>
  );
}

function Brand() {
  const texts = useTexts(commonTexts);
  return (
    <Link to="/" className={classes['brand'] ?? ''}>
      <img src="/assets/favicon.svg" width="24" height="24" alt="" />
      {texts.product}
    </Link>
  );
}

/** What both products share stays in the one where the reader was. */
let lastProduct: Product = 'sms';

function productOf(pathname: string): Product {
  const section = pathname.split('/')[2];
  if (section === 'email' || section === 'sms') lastProduct = section;
  return lastProduct;
}

const headingWaitMs = 3_000;

/** WCAG 2.4.3: who goes to another page finds themselves at its heading, as soon as it is there. */
function useFocusOnHeading(pathname: string) {
  const page = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    const within = page.current;
    if (within === null || seen.current === pathname) return undefined;
    seen.current = pathname;
    const focus = () => {
      const heading = within.querySelector<HTMLElement>('h1');
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (focus()) return undefined;
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(within, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), headingWaitMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname]);
  return page;
}
