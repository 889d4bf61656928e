/** A text in both languages of the console. */
export interface Words {
  en: string;
  zh: string;
}
