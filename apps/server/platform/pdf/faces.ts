import { fileURLToPath } from 'node:url';

export type Weight = 'regular' | 'bold';

const files = {
  latin: {
    at: import.meta.resolve('@embedpdf/fonts-latin'),
    names: { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' },
  },
  han: {
    at: import.meta.resolve('@embedpdf/fonts-sc'),
    names: { regular: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' },
  },
} as const;

/** Names the faces of a document; a face is loaded when a text first needs it. */
export function registerFaces(pdf: PDFKit.PDFDocument): void {
  for (const [script, { at, names }] of Object.entries(files))
    for (const [weight, name] of Object.entries(names))
      pdf.registerFont(`${script} ${weight}`, fileURLToPath(new URL(`../fonts/${name}`, at)));
}

const isHan = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const withoutBase: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

/**
 * Replaces characters that the face of the text's script lacks: the Chinese face has no Latin Extended, so in a text
 * with Chinese characters such letters become their base letters.
 */
export const drawable = (text: string): string =>
  isHan.test(text)
    ? text.replace(
        /[\u0100-\u024f\u1e00-\u1eff]/g,
        (letter) => withoutBase[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''),
      )
    : text;

/** Chooses the face of a text: Chinese if it has such characters, else Latin, Greek and Cyrillic. */
export const setFace = (pdf: PDFKit.PDFDocument, text: string, weight: Weight): PDFKit.PDFDocument =>
  pdf.font(`${isHan.test(text) ? 'han' : 'latin'} ${weight}`);
