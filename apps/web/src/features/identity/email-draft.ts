/** The draft of the e-mail that somebody signs in with: typed once, it stands on every step of the way in. */
export const EMAIL_DRAFT = 'email';
