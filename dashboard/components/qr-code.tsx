/** A QR code for the camera of a phone: dark on white in both themes, as cameras want it. */
import { encode } from 'uqr';

type QrCodeProps = { readonly text: string; readonly label: string };

/** ISO/IEC 18004 §9.1: four modules of white around it. */
const quietModules = 4;

export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: quietModules });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
