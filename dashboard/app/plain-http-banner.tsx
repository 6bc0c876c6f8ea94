/** Red, for as long as the pages come by plain http from another machine. */
import { Alert } from '@mantine/core';
import { Icon } from '../components/icon.tsx';
import { commonTexts } from '../texts/common.ts';
import { useTexts } from './use-texts.tsx';

export function PlainHttpBanner() {
  const texts = useTexts(commonTexts);
  // Browsers call this machine secure, whatever the scheme.
  if (window.isSecureContext) return null;
  return (
    <Alert color="red" role="alert" mb="md" icon={<Icon name="warning" />}>
      {texts.plainHttp}
    </Alert>
  );
}
