/** The draft key of the e-mail, shared by the forms of the sign-in pages. */
export const EMAIL_DRAFT = 'email';
