/** Why a workbook is refused. A separate file: the thread that reads workbooks loads nothing else of the server. */
export class Refusal extends Error {
  /** Key of a message at `import.` in the console's catalogue. */
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.key = key;
  }
}

export const refuse = (key: string, message: string) => new Refusal(key, message);
export const unreadable = () => refuse('unreadable', 'The file cannot be read as an Excel workbook (.xlsx)');
export const tooBig = () => refuse('tooBig', 'The file unpacks to more than an import takes');
export const tooMuchText = () => refuse('tooMuchText', 'The file has too much text for an import');
export const tooLongCell = () =>
  refuse(
    `tooLongCell?max=${MAX_CELL_CHARS}`,
    `A cell of the file is longer than ${MAX_CELL_CHARS} characters`,
  );

/** The longest text of a cell in spreadsheet programs. */
export const MAX_CELL_CHARS = 32_767;
