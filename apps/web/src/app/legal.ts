/** The US state whose law governs the terms (spec section 1). */
export const GOVERNING_STATE = 'Maryland';
