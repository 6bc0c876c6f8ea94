/** What belongs to who is signed in: how the pages look and speak, their profile, the way out. */
import {
  type MantineColorScheme,
  Menu,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { transport } from '../api/transport.ts';
import { FailureNote } from '../components/failure-note.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { useAction } from '../components/use-action.ts';
import { commonTexts } from '../texts/common.ts';
import { forgetAccount } from './choices.ts';
import { keepLanguage, type Me } from './session.tsx';
import classes from './top-menu.module.css';
import { useLanguage, useTexts } from './use-texts.tsx';

const schemes: readonly { readonly scheme: MantineColorScheme; readonly icon: IconName }[] = [
  { scheme: 'light', icon: 'sun' },
  { scheme: 'dark', icon: 'moon' },
  { scheme: 'auto', icon: 'system' },
];

export function PersonMenu({ me }: { readonly me: Me }) {
  const texts = useTexts(commonTexts);
  const { language, choose } = useLanguage();
  const keep = useAction(keepLanguage, []);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const names = { light: texts.light, dark: texts.dark, auto: texts.system };
  const check = <Icon name="check" size={16} />;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes['button'] ?? ''} aria-label={me.user.email}>
          <Icon name="person" size={20} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{texts.theme}</Menu.Label>
        {schemes.map(({ scheme, icon }) => (
          <Menu.Item
            key={scheme}
            closeMenuOnClick={false}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={scheme === colorScheme ? check : null}
            onClick={() => setColorScheme(scheme)}
          >
            {names[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{texts.language}</Menu.Label>
        {(['en', 'fr'] as const).map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            rightSection={one === language ? check : null}
            closeMenuOnClick={false}
            onClick={() => {
              choose(one);
              void keep.run(one);
            }}
          >
            {one === 'en' ? texts.english : texts.french}
          </Menu.Item>
        ))}
        <FailureNote failure={keep.failure} />
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<Icon name="shield" size={16} />}>
          {texts.profile}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="exit" size={16} />} onClick={() => void signOut()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A fresh document: nothing of the session stays in memory. */
async function signOut(): Promise<void> {
  try {
    await transport('POST', '/api/operations/sign-in-end');
  } finally {
    forgetAccount();
    location.assign('/sign-in');
  }
}
