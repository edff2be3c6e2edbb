"""How often each mistake is made, where the cards on the table allow it: data, in one place.

Only the proportions count: 4 is twice as likely as 2. What is seldom needed is often wrong when it
is: the sixth dumpling, soy sauce with one owner. So the figures begin with how seldom the cards
allow a mistake at all (in games played at random; four tenths of a step for each step rarer). What
people are known to do often has a third more, what few think of a third less. A mistake with
several ways (a card more can be any card) shares its figure out over them.
"""

LIKELIHOOD: dict[str, float] = {
    # comparisons
    "other-edition-ties": 4,
    "second-after-tie": 13,
    "second-place-skipped": 6,
    "remainder-kept": 11,
    "negative-share-rounded": 18,
    "zero-maki-paid": 10,
    "maki-by-cards": 3,
    "maki-other-table": 3,
    "temaki-loss-forgotten": 10,
    "two-player-loss": 6,
    "edamame-by-cards": 7,
    "edamame-no-cap": 16,
    "soy-once": 14,
    "soy-runner-up": 14,
    "soy-among-owners": 18,
    "uramaki-order": 7,
    "uramaki-twice": 7,
    # nigiri
    "wasabi-doubles": 4,
    "wasabi-untripled": 4,
    "wasabi-all-nigiri": 7,
    "wasabi-earlier-nigiri": 7,  # or it was entered so, which nobody sees on the sheet
    # sets
    "single-tempura": 4,
    "pair-of-sashimi": 5,
    "sixth-dumpling": 20,
    "dumpling-step": 3,
    "linear-dumplings": 3,
    "tofu-past-two": 10,
    "eel-single-free": 7,
    "eel-third-pays": 7,
    "onigiri-same-shape": 7,
    "onigiri-one-set": 9,
    "miso-discarded-counted": 7,
    "tea-wrong-set": 18,
    "tea-by-face": 11,
    "flipped-counted": 9,
    # desserts and tokens
    "puddings-every-round": 3,
    "puddings-forgotten": 5,
    "fruit-missing-free": 10,
    "ice-cream-singly": 7,
    "tokens-singly": 4,
    "tokens-by-kind": 10,
    # dice
    "die-icons-as-one": 4,
    "dice-by-card-tables": 4,
    "dice-whole-threes": 4,
    # cards that score nothing by themselves
    "chopsticks-paid": 3,
    "wasabi-paid": 3,
    # the ruling that this table has switched off
    "other-ruling": 7,
    # the hand
    "card-more": 3,
    "card-fewer": 3,
    "card-different": 4,
    # the sum
    "round-left-out": 4,
    "line-forgotten": 4,
    "line-twice": 3,
    "adding-slip": 6,
    "digits-swapped": 4,
}
"""Every code of a mistake, with its likelihood."""

CODES = tuple(LIKELIHOOD)

PAIR = 0.05
"""How likely a second mistake is beside a first one."""
