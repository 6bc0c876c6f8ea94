/** How it looks: one accent, quiet greys, type that the system has. */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core';
import type { commonTexts } from '../texts/common.ts';

/** Ink green. Shade 7 on white and shade 3 on the dark ground have more than 4.5:1. */
const ink: MantineColorsTuple = [
  '#eaf6f3',
  '#d3ebe5',
  '#a5d8cb',
  '#74c3b0',
  '#4aae97',
  '#2b967f',
  '#1a7f6b',
  '#0f6a59',
  '#0b5648',
  '#073f35',
];

const grey: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f3f4',
  '#e5e8ea',
  '#d3d8dc',
  '#b4bbc2',
  '#8d969f',
  '#616b75',
  '#49525b',
  '#333a42',
  '#1d2329',
];

const dark: MantineColorsTuple = [
  '#d9dee2',
  '#b3bbc2',
  '#98a2ab',
  '#6f7983',
  '#3c454d',
  '#2c343b',
  '#222930',
  '#191f25',
  '#13181d',
  '#0e1216',
];

const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray: grey, dark },
  autoContrast: true,
  luminanceThreshold: 0.36,
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '11px', xl: '16px' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Cantarell, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13.5px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16.5px', lineHeight: '1.35' },
      h3: { fontSize: '14.5px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
  },
});

/** The theme with the sentences that its parts say themselves, in the language of `texts`. */
export function themeIn({ togglePassword }: (typeof commonTexts)['en']): MantineThemeOverride {
  const visibilityToggleButtonProps = { 'aria-label': togglePassword };
  return mergeThemeOverrides(theme, {
    components: { PasswordInput: { defaultProps: { visibilityToggleButtonProps } } },
  });
}

/** Quiet text at 4.5:1 and better on every ground that it stands on. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a646e',
    '--mantine-color-error': '#b42318',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1d2329',
    '--parley-ground': '#f6f7f8',
    '--parley-edge': '#e1e5e8',
    '--parley-raised': '#ffffff',
    '--parley-accent-text': '#0f6a59',
    '--parley-good': '#17693c',
    '--parley-bad': '#b42318',
    '--parley-warn': '#8a5300',
    '--parley-info': '#1d5fa8',
  },
  dark: {
    '--mantine-color-dimmed': '#9aa4ad',
    '--mantine-color-error': '#ff9a8d',
    // Mantine's own is nearly white, which is no warning.
    '--mantine-color-red-light-color': '#ff9a8d',
    '--mantine-color-body': '#13181d',
    '--mantine-color-text': '#e3e7ea',
    '--parley-ground': '#0e1216',
    '--parley-edge': '#2a323a',
    '--parley-raised': '#161c22',
    '--parley-accent-text': '#74c3b0',
    '--parley-good': '#6fcf97',
    '--parley-bad': '#ff9a8d',
    '--parley-warn': '#f0b860',
    '--parley-info': '#86b9f2',
  },
});
