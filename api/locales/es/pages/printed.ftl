# All pages of letters.
letters-to = Carta para
letters-without = Sin carta
letters-why-not = Motivo
letters-more = Y { $count } más.
# Before the number of lines that are ticked.
letters-ticked = Marcados:
# How many letters are in a language, such as “98 in German”.
letters-in-language = { $language ->
    [de] { $count } en alemán
   *[en] { $count } en inglés
    [es] { $count } en español
    [fr] { $count } en francés
    [pt] { $count } en portugués
}
letters-way = Cómo
letters-by-post = Por correo postal
letters-by-email = Por correo electrónico, en PDF
letters-by-hand = En mano, para quien no recibe correo postal
letters-not-counted = No se contaron las cartas
letters-changing = No se preparó ninguna carta porque alguien está cambiando estos registros ahora mismo. Inténtelo de nuevo en un momento.
letters-made-before = Estas cartas ya se habían preparado una vez.
letters-too-many-mails = No se envió nada: una organización puede enviar 5.000 cartas por correo electrónico en 24 horas, y con estas serían más. Imprímalas o envíelas mañana.

# Why somebody gets no letter, beside the name.
letters-why-gone = ya no existe
letters-why-died = ha fallecido
letters-why-died-receipt = ha fallecido: extienda a mano el certificado oficial para los herederos
letters-why-archived = está archivado
letters-why-by-post = se le puede escribir por correo postal
letters-why-no-name = no tiene nombre
letters-why-no-mail = no quiere correo postal
letters-why-household-no-mail = pertenece a un hogar en el que alguien no quiere correo postal
letters-why-no-address = no tiene dirección
letters-why-no-full-address = no tiene una dirección completa
letters-why-no-email = no quiere correos electrónicos
letters-why-no-email-address = no tiene dirección de correo electrónico
letters-why-not-received = la donación no se ha recibido
letters-why-thanked = ya se le ha agradecido
letters-why-no-donor = la donación no tiene donante
letters-why-correction = la donación es una corrección
letters-why-has-letter = ya tiene una carta por la donación
letters-why-gift-taken-back = la donación fue retirada
letters-why-taken-back = ha retirado lo que donó
letters-why-no-money = no ha donado dinero
letters-why-long-letter = tiene una carta de más de { $what } caracteres
letters-why-long-tables = tiene tablas de más de { $what } caracteres
letters-why-reminded = recibió un recordatorio hace menos de { $what } días, en la serie { $and }
letters-why-stated = ya tiene uno, en la serie { $what }
letters-why-confirmed = donó lo que ya figura en un certificado oficial, en la serie { $what }
letters-why-many-gifts = tiene más de { $what } donaciones
letters-why-lacking = tiene una carta con { $what }, que no existe en el tipo de letra

# Thank-yous.
thank-yous-title = Agradecimientos
thank-yous-about = Donaciones que nadie ha agradecido todavía, las más antiguas primero. Todas las donaciones de un donante van en una sola carta, y un hogar con carta conjunta recibe una sola.
thank-yous-from = Donaciones desde
thank-yous-to = Hasta
thank-yous-letterhead = <a>Complete primero el membrete</a>, para que las cartas lleven su dirección y digan quién firma.
thank-yous-lacks-mail = Las cartas también pueden ir por correo electrónico, en cuanto quien administra este servicio lo conecte a un servidor de correo.
thank-yous-section = Donaciones con carta
thank-yous-first = Solo se muestran las primeras { $count } donaciones. Por cada una que imprima, envíe o marque, aparece la siguiente.
thank-yous-untick-print = Desmarque lo que no quiera imprimir ahora. Con todo marcado, { $count ->
    [one] es { $count } carta
   *[other] son { $count } cartas
}.
thank-yous-untick-mail = Desmarque lo que no quiera enviar por correo electrónico ahora. Con todo marcado, { $count ->
    [one] es { $count } carta
   *[other] son { $count } cartas
}.
thank-yous-print = Imprimir las cartas y marcar como agradecidas
thank-yous-mail = Enviar las cartas por correo electrónico y marcar como agradecidas
thank-yous-none = Ninguna donación de estos días espera una carta.
thank-yous-nothing-ticked = No había nada marcado, así que no se preparó ninguna carta.
thank-yous-nothing = No se preparó ninguna carta: ninguna de las donaciones marcadas espera ya una.
thank-yous-made = { $count ->
    [one] Se ha preparado { $count } carta.
   *[other] Se han preparado { $count } cartas.
} Las donaciones quedan marcadas como agradecidas.
thank-yous-mailed = { $count ->
    [one] { $count } carta está
   *[other] { $count } cartas están
} en camino por correo electrónico. Las donaciones quedan marcadas como agradecidas.

# The gifts that get no letter, by the reasons.
thank-yous-reasons = Por qué no hay carta
thank-yous-reasons-about = Agradezca de otra manera donde pueda. Lo que marque deja de esperar.
thank-yous-mark = Marcar como agradecidas
thank-yous-marked = { $count ->
    [one] { $count } donación queda marcada como agradecida.
   *[other] { $count } donaciones quedan marcadas como agradecidas.
}

# Statements of all donors.
# $what is `receipts` for official receipts, `both` for these and others, or `statements`.
statements-title = { $what ->
    [receipts] Certificados oficiales
    [both] Resúmenes y certificados oficiales
   *[statements] Resúmenes de donaciones
}
statements-for-year = Resúmenes de un año
statements-about = Una carta para cada donante, con las donaciones que se recibieron en estos días. Un hogar con carta conjunta recibe una sola. Los bienes y valores se describen, y no entran en ningún total. Los certificados oficiales, es decir, las cartas con el total en letra, no incluyen bienes ni valores.
statements-letterhead = <a>Complete primero el membrete</a>, para que los resúmenes lleven su dirección y su identificación fiscal, y digan quién firma.
statements-only = Solo para <b><bdi>{ $name }</bdi></b> · <a>para todos</a>
statements-least = Todos los que donaron al menos
statements-least-hint = En su propia moneda. Déjelo vacío para todos los que donaron.
statements-again = Preparar otro para quien ya tiene un resumen o certificado de algunos de estos días. El de exactamente estos días se marca como copia, o dice a cuál sustituye si es distinto
statements-again-hint = Una copia tiene el texto de entonces y lleva la dirección y el membrete de hoy. El archivo de las cartas anteriores conserva el membrete de entonces.
# Days, in the two sentences that follow.
statements-day = del { $day }
statements-days = del { $from } al { $to }
statements-shown = <b>{ $what ->
    [receipts] { $count ->
        [one] { $count } certificado oficial
       *[other] { $count } certificados oficiales
    }
    [both] { $count ->
        [one] { $count } resumen o certificado oficial
       *[other] { $count } resúmenes y certificados oficiales
    }
   *[statements] { $count ->
        [one] { $count } resumen
       *[other] { $count } resúmenes
    }
}</b> { $days }.
statements-together = En total { $total }.
statements-nobody = { $what ->
    [receipts] Nadie recibe un certificado oficial { $days }.
    [both] Nadie recibe un resumen ni un certificado oficial { $days }.
   *[statements] Nadie recibe un resumen { $days }.
}
statements-refused = No se muestra nada hasta que las fechas y el importe sean correctos.
statements-without = { $what ->
    [receipts] Sin certificado oficial
    [both] Sin resumen ni certificado oficial
   *[statements] Sin resumen
}
statements-confirmed = Donaciones omitidas
statements-confirmed-about = { $count ->
    [one] Se omite { $count } donación, porque ya figura en un certificado oficial y ninguna donación se certifica dos veces. Para corregir ese certificado, prepárelo de nuevo para sus mismas fechas: el nuevo dice que lo sustituye.
   *[other] Se omiten { $count } donaciones, porque ya figuran en certificados oficiales y ninguna donación se certifica dos veces. Para corregir un certificado así, prepárelo de nuevo para sus mismas fechas: el nuevo dice que lo sustituye.
}
statements-print = Imprimir los resúmenes
statements-print-receipts = Imprimir los certificados oficiales
statements-print-both = Imprimir los resúmenes y certificados oficiales
statements-mail = Enviar los resúmenes por correo electrónico
statements-mail-receipts = Enviar los certificados oficiales por correo electrónico
statements-mail-both = Enviar los resúmenes y certificados oficiales por correo electrónico
statements-nothing = No se preparó ninguna carta: nadie recibe una.
statements-made = { $what ->
    [receipts] { $count ->
        [one] Se ha preparado { $count } certificado oficial.
       *[other] Se han preparado { $count } certificados oficiales.
    }
    [both] { $count ->
        [one] Se ha preparado { $count } resumen o certificado oficial.
       *[other] Se han preparado { $count } resúmenes y certificados oficiales.
    }
   *[statements] { $count ->
        [one] Se ha preparado { $count } resumen.
       *[other] Se han preparado { $count } resúmenes.
    }
}
statements-mailed = { $what ->
    [receipts] { $count ->
        [one] { $count } certificado oficial está
       *[other] { $count } certificados oficiales están
    }
    [both] { $count ->
        [one] { $count } resumen o certificado oficial está
       *[other] { $count } resúmenes y certificados oficiales están
    }
   *[statements] { $count ->
        [one] { $count } resumen está
       *[other] { $count } resúmenes están
    }
} en camino por correo electrónico.

# Reminders of pledges.
reminders-title = Recordatorios de compromisos
reminders-about = Una carta para cada donante que lleva retraso en un compromiso. Dice lo que prometió y lo que falta. Un hogar con carta conjunta recibe una sola. <a>Ver los compromisos</a>
reminders-letterhead = <a>Complete primero el membrete</a>, para que los recordatorios lleven su dirección y digan quién firma.
reminders-least-days = Días de retraso, como mínimo
reminders-least-days-hint = Déjelo vacío para todos los que tienen retraso.
reminders-again = Volver a recordar a quienes recibieron un recordatorio hace menos de 30 días
reminders-section = Recordatorios
reminders-shown = <b>{ $count ->
    [one] { $count } recordatorio
   *[other] { $count } recordatorios
}</b> de compromisos con retraso.
reminders-first = Solo se muestran los primeros { $count } recordatorios. Por cada uno que prepare, aparece el siguiente.
reminders-untick = Desmarque los compromisos sobre los que no quiera escribir ahora, por ejemplo porque acaba de llamar por teléfono.
reminders-missing = En total faltan { $total }.
reminders-last = Último recordatorio
reminders-nobody = No hay que recordar nada a nadie.
reminders-refused = No se muestra nada hasta que el número de días sea correcto.
reminders-print = Imprimir los recordatorios
reminders-mail = Enviar los recordatorios por correo electrónico
reminders-nothing = No se preparó ningún recordatorio: nadie recibe uno.
reminders-made = { $count ->
    [one] Se ha preparado { $count } recordatorio.
   *[other] Se han preparado { $count } recordatorios.
}
reminders-mailed = { $count ->
    [one] { $count } recordatorio está
   *[other] { $count } recordatorios están
} en camino por correo electrónico.

# The runs of letters that were printed.
runs-letterhead = Membrete y textos
runs-section = Cartas impresas
runs-empty = Todavía no se ha impreso ninguna carta. Empiece con los <a>agradecimientos</a> o con los <a>resúmenes de un año</a>.
runs-older = Cartas anteriores
runs-when = Preparadas
runs-count = Cantidad
runs-thank-yous = Agradecimientos { $id }
# $what as in the title of the statements.
runs-statements-of = { $what ->
    [receipts] Certificados oficiales del { $days }
    [both] Resúmenes y certificados oficiales del { $days }
   *[statements] Resúmenes de donaciones del { $days }
}
runs-reminders = Recordatorios { $id }
# The names of the files, without accents.
runs-file = cartas-{ $id }
runs-file-erased = cartas-{ $id }-borradas

# One run.
runs-made = { $count ->
    [one] { $count } carta · preparada el { $made }
   *[other] { $count } cartas · preparadas el { $made }
}
runs-download = Descargar todas en un PDF
runs-number = N.º
runs-to = Para
runs-erased = Borrada
runs-replaced = { $count ->
    [one] sustituida por la N.º { $numbers }
   *[other] sustituida por las N.º { $numbers }
}
# What became of one letter by email.
runs-is-queued = en camino
runs-is-sent = enviada
runs-is-not-sent = no enviada
runs-is-needless = ya no hace falta
# What became of all: the parts are the three that follow.
runs-by-email = Por correo electrónico: { $parts }.
runs-sent = { $count ->
    [one] { $count } enviada
   *[other] { $count } enviadas
}
runs-queued = { $count } en camino
runs-failed = { $count ->
    [one] { $count } no enviada
   *[other] { $count } no enviadas
}
runs-needless = { $count ->
    [one] { $count } que ya no hace falta
   *[other] { $count } que ya no hacen falta
}
# Text, then a link, then the end of the sentence.
runs-not-sent-why = Una carta no se envía si el servidor de correo la rechaza, o si el contacto ha fallecido, está archivado, no quiere correos electrónicos o ya tiene otra dirección. Esos contactos no reciben ninguna por correo electrónico:
runs-not-sent-download = descargue las cartas en PDF
runs-not-sent-print = { " " }para imprimirlas.
runs-mail-again = Volver a enviar esas
runs-mailed-again = { $count ->
    [one] { $count } carta está
   *[other] { $count } cartas están
} en camino otra vez.
runs-is-empty = ya sin donaciones
runs-empty-about = Ninguna donación de un certificado con «ya sin donaciones» cuenta ya para estos días, así que no hay uno corregido para ellos. Pida al donante que lo devuelva. Una donación que pasó a otro día figurará en el certificado de ese día en cuanto usted lo prepare. Ese dirá entonces que sustituye a este.
runs-kept = Las cartas se conservan tal como son. El archivo se puede descargar de nuevo en cualquier momento. Es siempre el mismo hasta que se borra a una persona que figura en él: entonces faltan sus cartas.
runs-of-erased = Los certificados oficiales de personas borradas se conservan, solo para los propietarios, mientras la ley fiscal de su país pueda exigir una copia.
runs-of-erased-download = Descargar estos certificados
runs-take-back = Al final no se imprimieron
runs-take-back-about = Por si se atascó la impresora. Las cartas se eliminan y las siguientes reciben sus números. Las donaciones que agradecen vuelven a esperar, salvo que alguien haya cambiado después el día del agradecimiento.
runs-take-back-button = Anular estas cartas
runs-taken-back = { $count ->
    [0] Las cartas están anuladas.
    [one] Las cartas están anuladas. { $count } donación vuelve a esperar un agradecimiento.
   *[other] Las cartas están anuladas. { $count } donaciones vuelven a esperar un agradecimiento.
}
# Why letters cannot be taken back.
runs-stay-newer = Estas cartas ya no se pueden anular, porque otras más recientes tienen los números siguientes. Si no se imprimieron, descargue el PDF e imprímalo ahora.
runs-stay-mailed = Estas cartas no se pueden anular, porque se enviaron por correo electrónico.
runs-stay-erased = Estas cartas ya no se pueden anular, porque se borró a una persona que una de ellas nombraba.

# The list of the gifts of one contact in a year.
statement-title = Lista de donaciones { $year }
statement-for-household = Para el hogar
statement-for-person = Para una sola persona
statement-received = Donaciones recibidas en { $year }
statement-none = No se recibieron donaciones en { $year }.
statement-count = { $count ->
    [one] { $count } donación
   *[other] { $count } donaciones
}. Las donaciones pendientes, reembolsadas y anuladas no se cuentan.
statement-in-kind = Donaciones en especie en { $year }
statement-in-kind-note = Los bienes y valores se describen aquí, y no entran en el total.
statement-reference = Referencia
statement-what = Lo que se donó
statement-from = De
