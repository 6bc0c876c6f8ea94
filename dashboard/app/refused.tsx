/** A page that is not for the reader's role: it says whose it is. */
import { Stack, Text, Title } from '@mantine/core';
import type { RouteComponent } from '@tanstack/react-router';
import type { PageRoute } from '../routes/page-route.ts';
import { accountTexts } from '../texts/account.ts';
import { commonTexts } from '../texts/common.ts';
import { fill } from '../texts/texts.ts';
import { type Permission, useAccount, useMay, useMe } from './session.tsx';
import { useLanguage, useTexts } from './use-texts.tsx';

/** The page, for who may; else why not. It is loaded ahead as the page itself is. */
export function forRole(page: PageRoute['page'], needs: Permission): RouteComponent {
  const Page = page;
  const guarded = () => (useMay(needs) ? <Page /> : <RefusedPage needs={needs} />);
  return Object.assign(guarded, page.preload && { preload: page.preload });
}

function RefusedPage({ needs }: { readonly needs: Permission }) {
  const texts = useTexts(commonTexts);
  const names = useTexts(accountTexts);
  const { language } = useLanguage();
  const { role } = useAccount();
  const { data: me } = useMe();
  const roles = me?.permissions[needs].map((one) => names[one]) ?? [];
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(roles);
  return (
    <Stack gap="xs" maw={560}>
      <Title order={1} tabIndex={-1}>
        {texts.refused}
      </Title>
      <Text c="dimmed">{fill(texts.refusedText, { role: names[role], roles: list })}</Text>
    </Stack>
  );
}
