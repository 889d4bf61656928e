import login from '../entry/texts/login.zh.json' with { type: 'json' };
import common from './common.zh.json' with { type: 'json' };
import errors from './errors.zh.json' with { type: 'json' };
import routes from './routes.zh.json' with { type: 'json' };

/** The catalogues that every first page needs. */
export const first = { common, errors, login, routes };
