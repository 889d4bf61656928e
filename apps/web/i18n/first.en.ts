import login from '../entry/texts/login.en.json' with { type: 'json' };
import common from './common.en.json' with { type: 'json' };
import errors from './errors.en.json' with { type: 'json' };
import routes from './routes.en.json' with { type: 'json' };

/** The catalogues that every first page needs. */
export const first = { common, errors, login, routes };
