import { checked } from '@voltloop/domain/checks/schema.ts';
import { visible } from '@voltloop/domain/checks/text.ts';
import { z } from 'zod';

/** A name that people see: not only invisible characters, and none that reverse the direction of the text. */
export const shownText = () => checked(z.string(), visible);
