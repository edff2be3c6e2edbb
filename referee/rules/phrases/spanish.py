"""Spanish, of Spain and of America; with the terms of the Spanish Sushi Go!"""

from .card_names import CARD_NAMES, EITHER, misheard_words, read_names, spoken_faces
from .vocabulary import Kind, Sayings, Vocabulary

_UP_TO_29 = (
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés "
    "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
)
_TENS = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")


def number_words(number: int, feminine: bool = False) -> str:
    """1 to 99 in words, as they stand before a noun: veintiún, veintiuna."""
    if number < 30:
        words = _UP_TO_29.split()[number - 1]
    else:
        tens, units = divmod(number, 10)
        words = _TENS[tens - 3] + (f" y {_UP_TO_29.split()[units - 1]}" if units else "")
    if not words.endswith("uno"):
        return words
    if feminine:
        return f"{words[:-1]}a"
    return words.replace("veintiuno", "veintiún").removesuffix("o")


def plural(word: str) -> str:
    """The plural of a noun."""
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    return f"{word}s" if word[-1] in "aeiouáéóú" else f"{word}es"


def _numbers() -> dict[str, int]:
    forms: dict[str, int] = {}
    for number in range(1, 100):
        words = number_words(number, feminine=True)
        for form in (words, number_words(number), words.removesuffix("a") + "o"):
            if form.endswith(("un", "ún", "una", "uno")) or form == words:
                forms[form] = number
    # "un" and "una" are articles.
    return {form: number for form, number in forms.items() if form not in ("un", "una")}


SPANISH = Vocabulary(
    code="es",
    types=read_names("es"),
    nigiri=CARD_NAMES["nigiri"]["es"].kinds,
    fruits=CARD_NAMES["fruit"]["es"].kinds,
    shapes=CARD_NAMES["onigiri"]["es"].kinds,
    either=EITHER["es"],
    dice="dado",
    another="otro, otra",
    definite="el, la, los, las, mi, mis, ese, esa, esos, esas, este, esta, estos, estas, del, al, "
    "ambos, ambas",
    speaker="yo, nosotros, he",
    swaps="por, a, con, en",
    but="sino, sino que, pero, pero sí",
    commands={
        "undo": "deshaz, deshacer, deshaz eso, deshaz esto, deshazlo, deshaz lo último, deshacer "
        "lo último, atrás, vuelve atrás, volver atrás, da marcha atrás, anula eso, anula lo "
        "último, anúlalo, cancela eso, uy atrás",
        "next": "siguiente jugador, siguiente jugadora, el siguiente jugador, la siguiente "
        "jugadora, siguiente, el siguiente, la siguiente, pasa al siguiente, pasar al siguiente, "
        "pasa al siguiente jugador, al siguiente, próximo jugador, próxima jugadora, el próximo, "
        "la próxima, próximo, jugador siguiente, vamos al siguiente, siguiente persona, pasa al "
        "próximo, que pase el siguiente, vamos con el siguiente",
        "done": "listo, lista, ya está, ya estoy, ya, he terminado, terminé, terminado, ya "
        "terminé, he acabado, acabé, ya acabé, acabado, eso es todo, es todo, hecho, ya está "
        "todo, estoy listo, estoy lista, fin, mis cartas están completas, completo, eso es lo "
        "mío, esto es lo mío, ya he terminado, ya he acabado",
        "clear": "borra todo, bórralo todo, borrar todo, quita todo, quítalo todo, quitar todo, "
        "elimina todo, elimínalo todo, eliminar todo, vaciar, vacía, vacía todo, vaciar todo, "
        "vacía la mesa, vaciar la mesa, limpia todo, limpiar todo, limpia la mesa, limpia, "
        "limpiar, empezar de nuevo, empezar de cero, empieza de nuevo, empieza de cero, empezamos "
        "de nuevo, empiezo de nuevo, empiezo de cero, volver a empezar, vuelve a empezar, borra "
        "todas las cartas, quita todas las cartas, elimina todas las cartas, saca todo, retira "
        "todo, fuera todo, todo fuera, borrón y cuenta nueva, reiniciar, reinicia",
    },
    later="luego, y luego, después, y después, al final, y al final, por último, más tarde",
    spent="usé, he usado, ya usé, gasté, ya gasté, he gastado, ya la usé, ya lo usé, ya los usé, "
    "ya las usé",
    turned="había volteado, he volteado, he girado, había girado, giré, volteé, puse boca abajo, "
    "he puesto boca abajo, di la vuelta a, di la vuelta al",
    of_them="de ellos, de ellas",
    now="ahora, de momento, por ahora, hasta ahora, ya van, ya, en la mesa, sobre la mesa, "
    "delante, delante de mí, aquí, ahí, allí, acá, allá, que está, que están, "
    "que está ahí, que hay, que tengo",
    still="todavía, todavía ahí, aún, siguen ahí, sigue ahí, sigue, siguen, que quedan, que sobró, "
    "que sobraron, restantes, restante",
    soft="ay, bueno, eh, ah, em, mm, pues, si, vale",
    prices="por, a, que dan, que vale, que valen, son, eso son, eso es, o sea, dan, vale, valen, "
    "hacen, que hacen, que son",
    closing="",
    turns="luego el siguiente, luego la siguiente, y el siguiente, y la siguiente",
    holds="tiene, tienen, tenía, lleva, llevan, juega, recibe, recibió, se lleva, está",
    gives="da, dale, pon, ponle, apunta, apúntale, anótale, añádele, agrégale, súmale",
    towards="para, a, de",
    he="él, ella, ellos, ellas",
    own="yo, yo tengo, yo llevo, tengo, tenemos, llevo, lo mío, mis cartas",
    seat="asiento, jugador, jugadora, puesto",
    yes="sí, claro, correcto, cierto, exacto, vale, eso, así, es, está",
    no="no, falso",
    nothing="nada, ninguno, ninguna, ningún",
    words={
        Kind.CARD: "carta",
        Kind.ARTICLE: "un, una",
        Kind.ICON: "icono, símbolo, dibujo, icono cada uno, icono cada una, rollo cada uno, cada "
        "uno, cada una",
        Kind.TIMES: "x, por, veces",
        Kind.OF: "de, del, de a, en forma de, con forma de, de forma, con pinta de",
        Kind.MORE: "extra",
        Kind.WITH: "ocupado por, ocupado con, tapado con, con, que tiene, que tienen",
        Kind.ON: "sobre, en, encima de, encima del, arriba de, arriba del, al, mojado en, mojada "
        "en, va sobre, van sobre, va en, van en, va encima del, está sobre, está en, está encima "
        "del, puesto en, puesto sobre, puesta en, puesta sobre, colocado en, colocado sobre, por "
        "encima del, dentro del, va encima de, van encima de, van encima del, está encima de",
        Kind.UNDER: "bajo, debajo de, debajo del",
        Kind.BESIDE: "junto a, junto al, al lado de, al lado del, fuera de, fuera del, aparte "
        "de, aparte del, no sobre, no en, no encima del, pero no sobre, pero no en, pero no "
        "encima del, y no sobre, y no en, no está en, no está sobre, no está encima del, no va "
        "en, no va sobre, no va encima del, pero no está en, pero no está sobre, no con",
        Kind.WITHOUT: "sin, sin ningún, pero sin",
        Kind.ALONE: "solo, sola, suelto, suelta, aparte, solos, solas, sueltos, sueltas",
        Kind.BARE: "",
        Kind.EMPTY: "desocupado, libre todavía, todavía libre, vacío, vacía, sin nada, sin nada "
        "encima, sin nigiri, sin ningún nigiri, sin nada arriba, libre, que está vacío, que está "
        "libre, sin usar, pero sin nada, pero sin nada encima",
        Kind.ON_IT: "encima, arriba, encima de él",
        Kind.HAVE: "lo que llevo son, lo que llevo es, lo que tengo son, lo que tengo es, lo mío "
        "son, lo mío es, las mías son, tengo aquí, acá tengo, tengo, tenemos, hay, son, es, eso "
        "es, esto es, llevo, llevamos, solo tengo, solamente, únicamente, nada más que, mis "
        "cartas son, mis cartas, mis cartas están, yo tengo, me quedan, quedan, me queda, "
        "me quedaron, me quedó, "
        "me han quedado, me ha quedado",
        Kind.TOTAL: "en total, que sean, que sea, debería haber, debe haber, tiene que haber, en "
        "realidad tengo, en realidad son, en realidad hay, realmente tengo, ahora tengo, ahora "
        "son, ahora hay, un total de, pon en total, en realidad es, en verdad son, en verdad "
        "tengo, ya son, en verdad hay",
        Kind.DENIED: "no era, no eran, no es, no son, eso no es, eso no era, no fue, no fueron, "
        "esto no es, esto no era",
        Kind.WAS: "era, eran, eso era, esto era, fue, fueron, eso fue, en realidad era, en "
        "realidad eran, tenía, había, debía ser, debería ser, ese era, esa era, aquello era, "
        "quería decir que era, en verdad era, en verdad eran, era en realidad, eran en realidad, "
        "debe ser, deben ser, tiene que ser, tienen que ser, deberían ser, tendrían que ser",
        Kind.CORRECT: "digo, perdón, perdona, no perdón, no perdona, no espera, espera, espera "
        "no, mejor dicho, quiero decir, quise decir, no quiero decir, no digo, digo no, no no, "
        "no no no, corrijo, corrección, me equivoqué, me he equivocado, no me equivoqué, no me he "
        "equivocado, ay no, uy, uy no, ups, ups no, perdón no, bueno no, no mejor, o "
        "mejor, no que no, no eso no, mentira, no mentira, espera que no, no "
        "tengo que decir, no en realidad, en realidad no, miento, no miento, qué digo, "
        "o más bien, más bien, qué va, o más bien son, no perdona que, perdona que, en realidad",
        Kind.SWAP: "cambia, cambiar, cambio, cámbiame, sustituye, sustituir, sustituyo, "
        "reemplaza, reemplazar, reemplazo, remplaza, remplazar, intercambia, intercambiar, "
        "convierte, troca, substituye, permuta, cambie, cambiad",
        Kind.INSTEAD: "en vez de, en lugar de, en vez del, en lugar del",
        Kind.CLAIM: "reclamó, reclama, reclamé, ha reclamado, he reclamado, reclamaron, "
        "reclamando, llegó a diez, llega a diez, ha llegado a diez, llegué a diez, he llegado a "
        "diez, llegó a 10, llega a 10, alcanzó diez, alcanza diez, ha alcanzado diez, se lleva "
        "el primer puesto, se lleva el segundo puesto, se lleva el tercer puesto, se llevó el "
        "primer puesto, se llevó el segundo puesto, se llevó el tercer puesto, cobra, cobró, ha "
        "cobrado, pide, pidió",
        Kind.ALL: "todos, todas, todos los, todas las, todo el, toda la, todos mis, todas mis, "
        "todo, toda, cualquier, cada, todos esos, todas esas, todos estos, todas estas",
        Kind.COPYING: "copiando, copiando a, copiando al, que copia, que copia a, que copian, "
        "copia, como, que es, que hace de, copia a, copia al, copiar, que copie, que imita, "
        "imitando",
        Kind.COPY_OF: "copia de, copia del, una copia de, una copia del, copias de",
        Kind.ADD: "mojé, más, añade, añadir, añado, agrega, agregar, pon, poner, pongo, suma, "
        "sumar, sumo, agrego, mueve, mover, coloca, colocar, coloco, mete, meter, he puesto, "
        "puse, he jugado, jugué, juego, me tocó, me ha tocado, me tocaron, me comí, saqué, he "
        "sacado, apunta, apúntame, anota, anótame, súmale, añádeme, agrégame, añádele, échale, "
        "echa, incluye, ponle, falta, faltan, me falta, me faltan, olvidé, me olvidé, me olvidé "
        "de, se me olvidó, se me ha olvidado, escribe, escríbeme, regístrame, registra, "
        "registrar, cuéntame, cuenta, marca, márcame, cogí, he cogido, agarré, he agarrado, me "
        "llevé, me he llevado, me quedé con, me he quedado con, me quedo con, acabo de jugar, "
        "acabo de poner, acabo de coger, conseguí, he conseguido, me salieron, me salió, me han "
        "salido, me cayó, me cayeron, me han tocado, tomé, he tomado, elegí, he elegido, pillé, "
        "he pillado, ahí te van, ahí te va, ahí van, súmame, bajé, he bajado, apuntar, pusieras, "
        "pongas, añadas, añadieras, recogí, gané",
        Kind.MINUS: "menos, de más, de sobra",
        Kind.REMOVE: "olvida, olvídate de, olvídate del, ignora, quita, quitar, quito, "
        "quítame, elimina, eliminar, resta, restar, retira, "
        "retirar, saca, sacar, descarta, descartar, cancela, cancelar, anula, anular, tira, "
        "tirar, fuera, suprime, bota, botar, borra, borrar, sácame, bórrame, réstame, elimíname, "
        "quítale, réstale, descártame, descarto, retiro, remueve, remover, deshazte de, usé, he "
        "usado, ya usé, gasté, ya gasté, he gastado, perdí, he perdido, tuve que descartar, me "
        "anularon, anularon, me han anulado, devolví, he devuelto, ya no tengo, se me fueron, se "
        "me fue, descarté, he descartado, me quitaron, he tenido que descartar, sobra, sobran, me "
        "sobra, me sobran",
        Kind.TAKE: "",
        Kind.AWAY: "",
        Kind.FLIP: "voltea, voltear, volteo, gira, girar, giro, da la vuelta a, dar la vuelta a, "
        "doy la vuelta a, dale la vuelta a, da vuelta a, le doy la vuelta a, da la vuelta al, dar "
        "la vuelta al, doy la vuelta al, dale la vuelta al, da vuelta al, le doy la vuelta al, pon "
        "boca abajo, poner boca abajo, pongo boca abajo, da la vuelta, di la vuelta a, di la "
        "vuelta al, le di la vuelta a, le di la vuelta al, giré, volteé, puse boca abajo, he "
        "puesto boca abajo, había volteado, he volteado, he girado, había girado, le he dado la "
        "vuelta a, le he dado la vuelta al, di vuelta el, di vuelta la, di vuelta a",
        Kind.DOWN: "está volteado, está volteada, quedó boca abajo, quedaron boca abajo, está "
        "boca abajo, están boca abajo, que giré antes, que giré, que volteé, que ya volteé, que "
        "he volteado, boca abajo, bocabajo, volteado, volteada, dado la vuelta, dada la vuelta, "
        "girado, girada, tapado, tapada",
        Kind.AND: "y, e, también, además",
        Kind.BREAK: "pero sí, al final, y al final, por último, más tarde, luego, y luego, "
        "después, y después, punto, coma, punto y coma, nueva línea",
        Kind.FILLER: "un chorro de, un montón de, un mogollón de, una barbaridad de, un puñado "
        "de, por favor, el, la, los, las, mi, mis, este, ese, esa, esos, esas, estos, estas, en "
        "la mesa, sobre la mesa, delante, delante de mí, aquí, otros, otras, que está, que están, "
        "está, están, quiero, quisiera, ponme, dame, eh, em, este eh, ah, oh, pues, bueno, vale, "
        "a ver, yo, mm, creo, creo que, me parece, digamos, gracias, ahora, oye, mira, ahí, allí, "
        "porfa, porfis, me gustaría que, quisiera que, querría, me puedes, puedes, podrías, me "
        "podrías, si no te importa, si puedes, te agradecería que, parece que, esta vez, en esta "
        "ronda, esta ronda, acá, allá, de momento, por ahora, hasta ahora, anda, venga, aún, "
        "siguen ahí, "
        "todavía ahí, sigue ahí, sigue, siguen, que quedan, que sobró, que sobraron, restantes, "
        "restante, por mi "
        "parte, triste, solitaria, solito, solita, pequeña, rica, ricas, toma ya, toma, todavía, "
        "muchas gracias, boca arriba, son mías, son míos, es mío, es mía, no volteé nada, no giré "
        "nada, en mi bandeja, en mi zona, que hay, que tengo, también tengo, y tengo, primero, "
        "primer puesto, segundo puesto, tercer puesto, primer lugar, segundo lugar, tercer lugar, "
        "primera posición, segunda posición, tercera posición, míos, mías, que ya está, que ya "
        "hay, que está ahí, ay, de ellos, de ellas, sí",
        Kind.CHAT: "alguien, quién, quiénes, cuánto, cuánta, cuántos, cuántas, dónde, "
        "cuándo, "
        "por qué, si tuviera, si hubiera, si tengo, si saco, quiere, quieren, quería, encanta, "
        "gusta, deberíamos, próxima vez, ronda pasada, ronda anterior, tienes, tenés, hambre, "
        "nadie, todos tienen, cada uno tiene, te quiero, a quién, jaja, congelador, cocina, cenar, "
        "me pasas, pásame, buena partida, date prisa, de quién, ganando, se me cayó, qué hambre",
        Kind.POINTS: "puntos, pts",
        Kind.SUM: "o sea, así que, es decir, en resumen, total, entonces, conque, por lo tanto, "
        "igual a, suman, hacen, ya van, van, así que ya van, con esa llevo, con ese llevo, "
        "que son, en conjunto, eso son, eso hace, eso hacen, o sea que, o sea que son, "
        "así que son, vamos",
        Kind.BEFORE: "antes de, antes del, antes que, antes que el",
        Kind.AFTER: "después de, después del, llegó después de, llegó después del, vino después "
        "de, vino después del",
        Kind.ORDER: "en ese orden, por ese orden, en este orden, jugados en ese orden",
        Kind.GONE: "se fueron, se fue, se descartaron, se descartó, se anularon, se anuló, "
        "anulados, anuladas, anulado, anulada, se perdieron, se perdió, se fueron al descarte, ya "
        "la usé, ya lo usé, ya los usé, ya las usé, descartados, descartadas",
        Kind.NOT: "no",
        Kind.NONE: "ni, ni un, ni una, ni uno, ni un solo, ni una sola, ni uno solo, nada, nada "
        "de, ningún, ninguno, ninguna, cero, no tengo ningún, no tengo ninguna, no me tocó "
        "ningún, no me tocó ninguna, no hay ningún, no hay ninguna, no hay, no tengo, no tenemos, "
        "no saqué, sigo sin, no saqué ningún, no saqué ninguna, no más, ya no me quedan, no me "
        "quedan, no tengo ni un, no tengo ni una, tampoco",
        Kind.QUANTITY: "tu, tus, su, sus, suyo, suya, suyos, suyas, tuyo, tuya, tuyos, tuyas, "
        "vuestro, unos, unas, algún, algunos, algunas, algo de, varios, varias, muchos, muchas, "
        "pocos, pocas, medio, media, excepto, salvo, pero, pero no, cien, ciento, sino, al menos, "
        "por lo menos, más o menos, como mucho, todo menos, todo excepto, todo salvo, menos que, "
        "tiene, tenía que, quizá, quizás, tal vez, o, casi, unos cuantos, unas cuantas, nunca, "
        "uno de cada, una de cada, un ejemplar de cada, de cada, nada más",
    },
    numbers=_numbers(),
    groups={
        "par": 2, "pareja": 2, "parejas": 2, "pares": 2, "dúo": 2, "trío": 3, "tríos": 3,
        "cuarteto": 4, "docena": 12, "media docena": 6, "ambos": 2, "ambas": 2, "los dos": 2,
        "las dos": 2, "ambos los": 2, "par de": 2,
    }
    | {
        f"{kind} de {number}": n
        for n in range(2, 6)
        for number in (n, number_words(n))
        for kind in ("juego", "set", "grupo")
    },
    multiples={
        "simple": 1, "sencillo": 1, "sencilla": 1, "doble": 2, "dobles": 2, "triple": 3,
        "triples": 3,
    },
    each="uno de cada, una de cada, un ejemplar de cada",
    often={
        "una vez": 1,
        **{f"{number_words(n)} veces": n for n in range(2, 11)},
    },
    strange="ten, dice, has, die, sea, are, can, lies, hit, he, she, tu",
    sounds={"do": "dos", "tre": "tres", "sei": "seis", "tras": "tres", "tos": "dos"},
    heard={"sin co": "cinco", **misheard_words("es")},
    plural=plural,
    sayings=Sayings(
        faces=spoken_faces("es"),
        icons={1: "con un icono"} | {n: f"con {number_words(n)} iconos" for n in range(2, 6)},
        number=number_words,
        on="con",
        copying="pedido especial copiando/pedidos especiales copiando",
        down="boca abajo",
        flipped="carta boca abajo/cartas boca abajo+f",
        empty="sin nada encima",
        there="en el",
        under="bajo el",
        less="menos",
        more="más",
        total="en total",
    ),
)  # fmt: skip
