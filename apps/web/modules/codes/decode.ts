import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

// From this server, not from the third-party CDN that the library uses by default.
prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path),
  },
});

/** The symbologies of battery labels (GB/T 34014: Code 128, QR, Data Matrix), and Code 39 of older ones. */
const options: ReaderOptions = {
  formats: ['Code128', 'QRCode', 'DataMatrix', 'Code39'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  maxNumberOfSymbols: 6,
};

/** The texts of all symbols in a picture, without duplicates. Import lazily, because of the decoder. */
export async function decode(picture: ImageData | Blob): Promise<string[]> {
  const found = await readBarcodes(picture, options);
  return [...new Set(found.filter((each) => each.isValid && each.text !== '').map((each) => each.text))];
}
