/** Everything that stands around the pages, from the outside in. */
import '@mantine/core/styles.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { commonTexts } from '../texts/common.ts';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { themeIn, variables } from './theme.ts';
import { LanguageProvider, useTexts } from './use-texts.tsx';

export function App() {
  return (
    <LanguageProvider>
      <Themed />
    </LanguageProvider>
  );
}

function Themed() {
  const texts = useTexts(commonTexts);
  const theme = useMemo(() => themeIn(texts), [texts]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
